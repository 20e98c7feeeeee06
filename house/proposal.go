package house

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"time"
)

// Why a proposal does not go on.
var (
	ErrNoProposal = errors.New("no such proposal")
	// ErrStep reports a step the proposal does not stand before.
	ErrStep = errors.New("not the next step of the proposal")
	// ErrMoved reports tables that are no longer set as they were when the proposal
	// was priced or submitted.
	ErrMoved = errors.New("the tables have been set otherwise since")
	// ErrOwnProposal reports somebody who would decide on what is the own.
	ErrOwnProposal = errors.New("a proposal is decided on by another person than drafted or submitted it")
	// ErrGate is what a *GateError is.
	ErrGate = errors.New("the gate refuses the proposal")
)

// A State is where a proposal stands.
type State string

// The states, in the order of a life. From Scheduled on they are told from the
// activations and the time.
const (
	Drafted   State = "draft"
	Priced    State = "priced"
	Submitted State = "submitted"
	Rejected  State = "rejected"
	Withdrawn State = "withdrawn"
	Approved  State = "approved"
	Scheduled State = "scheduled"
	Effective State = "in-force"
	Retired   State = "retired"
)

// A Proposal is what management would put on the felt, and how far it has come.
type Proposal struct {
	ID       int64     `json:"id"`
	State    State     `json:"state" enum:"draft,priced,submitted,rejected,withdrawn,approved,scheduled,in-force,retired"`
	Revision int       `json:"revision"`
	Draft    Draft     `json:"draft" doc:"Of the last revision"`
	Actor    string    `json:"actor" doc:"Author of the last revision"`
	Authors  []string  `json:"authors" doc:"Of all revisions; none of them may approve it"`
	At       time.Time `json:"at" doc:"Of the last revision"`
	Steps    []Step    `json:"steps" doc:"In order"`
	Prices   *Pricing  `json:"priced,omitempty" doc:"What it costs the players, as last priced; not in lists"`
	// Versions are there from the approval on.
	Versions []ActiveVersion `json:"versions,omitempty" doc:"What it made of each table, and since when that is in force"`
}

// A Step is a step of a proposal's life.
type Step struct {
	Step     State      `json:"step" enum:"priced,submitted,approved,rejected,scheduled,withdrawn"`
	Revision int        `json:"revision"`
	Digest   string     `json:"digest" doc:"SHA-256, hex, of the settings of every table the proposal changes, in canonical form"`
	Findings []Finding  `json:"findings,omitempty" doc:"What the gate found and the override let pass"`
	Override string     `json:"override,omitempty" doc:"Why it was submitted although the gate refused it"`
	Begins   *time.Time `json:"begins,omitempty" doc:"From when it was scheduled"`
	Reason   string     `json:"reason,omitempty"`
	Actor    string     `json:"actor"`
	At       time.Time  `json:"at"`

	digest  [32]byte
	content []byte
}

// note is what a step's content says, besides pricing.
type note struct {
	Findings []Finding        `json:"findings,omitempty"`
	Versions []settledVersion `json:"versions,omitempty"`
	Begins   *time.Time       `json:"begins,omitempty"`
}

// A settledVersion is a version of a table's settings that an approval made.
type settledVersion struct {
	Table   int64 `json:"table"`
	Version int   `json:"version"`
}

func (s *Step) read() error {
	s.Digest = hex.EncodeToString(s.digest[:])
	if s.Step == Priced {
		return nil
	}
	var n note
	if err := json.Unmarshal(s.content, &n); err != nil {
		return err
	}
	s.Findings, s.Begins = n.Findings, n.Begins
	return nil
}

// step returns the last step of the name that concerns the last revision, or nil.
func (p *Proposal) step(name State) *Step {
	for i := len(p.Steps) - 1; i >= 0; i-- {
		if s := &p.Steps[i]; s.Step == name && s.Revision == p.Revision {
			return s
		}
	}
	return nil
}

// stands returns the state the steps say.
func (p *Proposal) stands() State {
	for _, s := range []State{Withdrawn, Rejected, Scheduled, Approved, Submitted, Priced} {
		if p.step(s) != nil {
			return s
		}
	}
	return Drafted
}

// own reports whether the person drafted or submitted the proposal.
func (p *Proposal) own(person string) bool {
	s := p.step(Submitted)
	return slices.Contains(p.Authors, person) || s != nil && s.Actor == person
}
