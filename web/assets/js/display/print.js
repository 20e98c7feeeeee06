// The button that prints the layout card.
document.getElementById("print")?.addEventListener("click", () => print());
