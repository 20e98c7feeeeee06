package edge

// follow sends the deals along the decisions taken to where they end.
func (p *pricing) follow() {
	p.ends = make([][][]int64, p.facets.n)
	reach := make([]int64, p.open.len()*p.facets.n)
	for f := range p.ends {
		p.ends[f] = make([][]int64, len(p.root.leaves))
		for l := range p.ends[f] {
			p.ends[f][l] = make([]int64, len(p.table.columns))
		}
	}
	for h, pick := range p.rootPicks {
		for f := range p.facets.n {
			r := &p.roots[h*p.facets.n+f]
			send(p, p.decisions[0], pick, f, 1, r.vec)
			p.send(reach, p.decisions[0], pick, f, 1, r.kids)
		}
	}
	for id := p.open.len() - 1; id >= 0; id-- {
		o := p.open.at(id)
		d, pick := p.decisions[o.node], int(p.picks[id])
		for f := range p.facets.n {
			times := reach[id*p.facets.n+f]
			if times == 0 || pick == 0 && d.choices[0].onward == nil {
				continue // its deals stand with its first leaf
			}
			first := p.ends[f][d.node.leaves[0].id]
			for column := range first {
				first[column] -= times * int64(o.vec[column])
			}
			send(p, d, pick, f, times, o.vec)
			p.send(reach, d, pick, f, times, o.kids)
		}
	}
}

// send adds the deals of a state to where the choice takes them.
func send[T int32 | int64](p *pricing, d *pricedDecision, pick, facet int, times int64, vec []T) {
	way, n := &d.choices[pick], d.node
	ends := p.ends[facet]
	into := ends[n.leaves[way.into].id]
	for column := range into {
		into[column] += times * int64(vec[column])
	}
	if way.onward == nil {
		return
	}
	for leaf, slots := range way.onward.slots {
		to := ends[way.onward.node.leaves[leaf].id]
		for _, s := range slots {
			to[s.column] += times * int64(vec[s.at])
			into[s.column] -= times * int64(vec[s.at])
		}
	}
}

// send reaches the open decisions that follow the choice.
func (p *pricing) send(reach []int64, d *pricedDecision, pick, facet int, times int64, kids []kid) {
	onward := d.choices[pick].onward
	if onward == nil {
		return
	}
	for _, k := range kids {
		if onward.node.has(p.open.nodes[k.id]) {
			reach[int(k.id)*p.facets.n+facet] += times * k.times
		}
	}
}
