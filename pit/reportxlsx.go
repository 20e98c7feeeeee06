package pit

import (
	"errors"
	"fmt"
	"io"

	"github.com/xuri/excelize/v2"
)

// XLSX writes the report as a workbook: a sheet a part, each under what the report
// says of itself. Numbers are numbers, with all the digits they have in the book.
func (r *Report) XLSX(w io.Writer) (err error) {
	f := excelize.NewFile()
	defer func() { err = errors.Join(err, f.Close()) }()
	bold, err := f.NewStyle(&excelize.Style{Font: &excelize.Font{Bold: true}})
	if err != nil {
		return err
	}
	for i, name := range SheetNames {
		if i == 0 {
			err = f.SetSheetName("Sheet1", name)
		} else {
			_, err = f.NewSheet(name)
		}
		if err == nil {
			err = r.fill(f, name, bold)
		}
		if err != nil {
			return fmt.Errorf("sheet %s: %w", name, err)
		}
	}
	return f.Write(w)
}

// fill writes one sheet.
func (r *Report) fill(f *excelize.File, name string, bold int) error {
	s, page := r.sheet(name), page{file: f, sheet: name}
	for _, line := range r.head() {
		page.next(column{}, line[0])
		page.next(column{}, line[1])
		page.line()
	}
	page.line()
	heading := page.row
	for _, c := range s.columns {
		page.next(column{}, c.name)
	}
	page.line()
	for _, row := range s.rows {
		for i, c := range s.columns {
			page.next(c, row[i])
		}
		page.line()
	}
	if len(s.rows) == 0 {
		page.next(column{}, NoActivity)
	}
	return errors.Join(page.err, f.SetRowStyle(name, heading+1, heading+1, bold), f.SetColWidth(name, "A", "Z", width))
}

// width of the columns, in letters.
const width = 14

// A page is a sheet as it is written, cell by cell.
type page struct {
	file     *excelize.File
	sheet    string
	row, col int
	err      error // the first
}

// next writes the next cell of the row. A number is written as its own digits,
// which a float would not always keep.
func (p *page) next(c column, text string) {
	p.col++
	name, err := excelize.CoordinatesToCellName(p.col, p.row+1)
	switch {
	case p.err != nil:
		return
	case err != nil || text == "":
	case c.number:
		err = p.file.SetCellDefault(p.sheet, name, text)
	default:
		err = p.file.SetCellStr(p.sheet, name, text)
	}
	p.err = err
}

func (p *page) line() { p.row, p.col = p.row+1, 0 }
