// Saying what came of an alert: one dialog for all of them.
const dialog = document.getElementById("ack"), form = dialog.querySelector("form"), title = document.getElementById("ack-title");
let opener = "";

document.addEventListener("click", (e) => {
	const button = e.target.closest("[data-ack]");
	if (!button) return;
	opener = button.dataset.ack;
	form.reset();
	form.querySelector("[data-problem]")?.remove();
	form.dataset.api = `POST /v1/alerts/${opener}/${button.dataset.step}`;
	form.querySelector("[data-about]").textContent = button.dataset.about;
	title.textContent = button.dataset.step === "ack" ? title.dataset.ackTitle : title.dataset.noteTitle;
	dialog.showModal();
});
dialog.querySelector("[data-close]").addEventListener("click", () => dialog.close());

// On the page of the floor only what changed is shown anew.
form.addEventListener("done", (e) => {
	const parts = ["waiting", "tiles"].map((id) => document.getElementById(id)).filter(Boolean);
	if (!parts.length) return;
	e.preventDefault();
	dialog.close();
	for (const part of parts) part.dispatchEvent(new Event("refresh"));
});
