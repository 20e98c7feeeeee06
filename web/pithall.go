package web

import (
	"slices"
	"time"

	"croupier/house"
)

// A hall is the tables of the house, by which a page of the pit names them and tells
// the time.
type hall struct {
	Tables []house.Table `json:"tables"`
}

func (v *visit) hall() (*hall, error) {
	h := &hall{}
	return h, v.ask("/v1/tables", h)
}

// Table is what the table is called.
func (h *hall) Table(id int64) string {
	if i := slices.IndexFunc(h.Tables, func(t house.Table) bool { return t.ID == id }); i >= 0 {
		return h.Tables[i].Name
	}
	return ""
}

// Pits are the parts of the floor tables stand in.
func (h *hall) Pits() (pits []string) {
	for i := range h.Tables {
		if pins := h.Tables[i].Pins; pins != nil && pins.Pit != "" && !slices.Contains(pits, pins.Pit) {
			pits = append(pits, pins.Pit)
		}
	}
	slices.Sort(pits)
	return pits
}

// At is the moment by the table's clock or, of none, by the first table's.
func (h *hall) At(table int64, at time.Time) time.Time {
	zone, err := time.LoadLocation(h.Zone(table))
	if err != nil {
		zone = time.UTC
	}
	return at.In(zone)
}

// Zone is the time zone of the table or, of none, of the first table that has one.
func (h *hall) Zone(table int64) string {
	for i := range h.Tables {
		if pins := h.Tables[i].Pins; pins != nil && (table == 0 || h.Tables[i].ID == table) {
			return pins.TimeZone
		}
	}
	return "UTC"
}
