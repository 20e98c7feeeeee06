package api

import "croupier/house"

// ParseTable reads a table as POST /v1/tables is sent one. It fails with a
// *Problem.
func ParseTable(body []byte) (house.Spec, error) {
	a, err := newAPI(Config{})
	if err != nil {
		return house.Spec{}, err
	}
	var b tableBody
	if err := a.decode(body, &b); err != nil {
		return house.Spec{}, err
	}
	settings, err := b.patch()
	return settings.On(house.Spec{Name: b.Name}), err
}
