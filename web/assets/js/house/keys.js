// A key that was made is told here, once: nothing tells it again, so the page stays
// until whoever made it has kept it.
const told = document.getElementById("told");

document.getElementById("make-key")?.addEventListener("done", (e) => {
	e.preventDefault();
	told.querySelector("output").textContent = e.detail.token;
	told.hidden = false;
	document.getElementById("make").remove();
	told.querySelector("a").focus();
});
