package edge

import (
	"cmp"
	"slices"
)

// An open decision is one whose best choice depends on the prices. It is kept
// with its deals and taken anew at every pricing. In all counts around it, its
// deals stand with the first leaf of its node.
type openDecision struct {
	node uint8
	vec  []int32 // its deals, in the layout of its board
	kids []kid   // open decisions that may follow it
}

// openDecisions are many, one after the other in memory, each after those that
// may follow it.
type openDecisions struct {
	nodes  []uint8
	vecs   []int32
	kids   []kid
	vecAt  []int32 // where the vec of each begins; one more for the end
	kidsAt []int32
}

func (o *openDecisions) len() int { return len(o.nodes) }

func (o *openDecisions) append(d openDecision) {
	if len(o.nodes) == 0 {
		o.vecAt, o.kidsAt = append(o.vecAt, 0), append(o.kidsAt, 0)
	}
	o.nodes = append(o.nodes, d.node)
	o.vecs = append(o.vecs, d.vec...)
	o.kids = append(o.kids, d.kids...)
	o.vecAt, o.kidsAt = append(o.vecAt, int32(len(o.vecs))), append(o.kidsAt, int32(len(o.kids)))
}

func (o *openDecisions) at(id int) openDecision {
	return openDecision{o.nodes[id], o.vecs[o.vecAt[id]:o.vecAt[id+1]], o.kids[o.kidsAt[id]:o.kidsAt[id+1]]}
}

// A kid is an open decision so many times.
type kid struct {
	id    int32
	times int64
}

// riverKey tells open decisions on the full board apart: there are few, since
// all that matters is what the 990 hands of the dealer come to.
type riverKey struct {
	node  uint8
	class uint8
	n     [situations]int16
}

func compareRiver(a, b riverKey) int {
	return cmp.Or(cmp.Compare(a.node, b.node), cmp.Compare(a.class, b.class), slices.Compare(a.n[:], b.n[:]))
}

// merge sorts kids and adds those of one decision together.
func merge(kids []kid) []kid {
	if len(kids) == 0 {
		return nil
	}
	slices.SortFunc(kids, func(a, b kid) int { return cmp.Compare(a.id, b.id) })
	out := kids[:0]
	for _, k := range kids {
		if n := len(out); n > 0 && out[n-1].id == k.id {
			out[n-1].times += k.times
		} else {
			out = append(out, k)
		}
	}
	return slices.DeleteFunc(out, func(k kid) bool { return k.times == 0 })
}
