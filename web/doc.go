// Package web is the screens of the house: the dealer's station, the public display,
// the pit and the office. It says and shows what the API answers to whoever is signed
// in; it decides nothing, and reads no database.
package web
