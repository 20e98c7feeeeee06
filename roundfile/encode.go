package roundfile

import (
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/shopspring/decimal"

	"croupier/cards"
	"croupier/games"
)

// appendResult appends what the round that was played came to.
func (p *player) appendResult(b []byte) []byte {
	b = appendID(b, p.file.id)
	b = appendMember(b, `,"game":`, p.setup.game.Name)
	if seven, known := p.spread.dealer.with(&p.spread.board); known {
		b = p.appendDealer(b, &seven)
	}
	b = append(b, `,"seats":[`...)
	for i := range p.file.seats {
		if i > 0 {
			b = append(b, ',')
		}
		b = p.appendSeat(b, i)
	}
	return append(b, "]}\n"...)
}

func appendID(b, id []byte) []byte {
	b = append(b, `{"id":`...)
	if id == nil {
		return append(b, "null"...)
	}
	return append(b, id...)
}

func (p *player) appendDealer(b []byte, seven *[7]cards.Card) []byte {
	hand := cards.Eval7(seven)
	b = appendHand(append(b, `,"dealer":{`...), hand, seven)
	if qualifies := p.setup.game.Qualifies; qualifies != nil {
		s := games.Showdown{
			DealerHole: [2]cards.Card(seven[:holeCards]),
			Board:      [5]cards.Card(seven[holeCards:]),
			Dealer:     hand,
		}
		b = strconv.AppendBool(append(b, `,"qualifies":`...), qualifies(&s))
	}
	return append(b, '}')
}

func appendHand(b []byte, hand cards.Hand, seven *[7]cards.Card) []byte {
	b = appendMember(b, `"hand":`, hand.String())
	best := cards.Best(seven[:])
	b = append(b, `,"best":"`...)
	b, _ = cards.Cards(best[:]).AppendText(b) // the cards were read as cards
	return append(b, '"')
}

func (p *player) appendSeat(b []byte, i int) []byte {
	number := p.file.seats[i].number
	b = strconv.AppendInt(append(b, `{"seat":`...), int64(number), 10)
	if seven, known := p.spread.seats[i].with(&p.spread.board); known {
		b = appendHand(append(b, ','), cards.Eval7(&seven), &seven)
	}
	b = append(b, `,"lines":[`...)
	p.lines = p.round.Lines(number, p.lines[:0])
	net := decimal.Decimal{}
	for j := range p.lines {
		if j > 0 {
			b = append(b, ',')
		}
		b = p.appendLine(b, &p.lines[j])
		net = net.Add(p.lines[j].Amount)
	}
	b = appendAmount(append(b, `],"net":`...), net)
	return append(b, '}')
}

func (p *player) appendLine(b []byte, l *games.Line) []byte {
	b = appendMember(b, `{"wager":`, l.Wager)
	b = appendAmount(append(b, `,"stake":`...), l.Stake)
	b = appendMember(b, `,"outcome":`, string(l.Won))
	b = appendAmount(append(b, `,"odds":`...), l.Odds)
	b = appendAmount(append(b, `,"exact":`...), l.Exact)
	b = appendAmount(append(b, `,"rounded":`...), l.Rounded)
	b = appendAmount(append(b, `,"amount":`...), l.Amount)
	b = appendMember(b, `,"why":`, l.Why(&p.setup.terms))
	return append(b, '}')
}

func appendMember(b []byte, key, value string) []byte {
	b, _ = jsontext.AppendQuote(append(b, key...), value) // what is not UTF-8 becomes replacement characters
	return b
}

func appendError(b, id []byte, e *Error) []byte {
	b = appendID(b, id)
	b = appendMember(b, `,"error":{"code":`, e.Code())
	b = appendMember(b, `,"message":`, e.Error())
	b = appendMember(b, `,"at":`, e.At)
	return append(b, "}}\n"...)
}
