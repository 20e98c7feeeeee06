// A proposal from another house: the file that was chosen is put where it can be read
// before it is sent, with the tables it is for here.
const form = document.getElementById("import");

form?.querySelector("#chosen").addEventListener("change", async (e) => {
	const file = e.target.files[0];
	if (file) form.querySelector("#file").value = await file.text();
});
form?.addEventListener("submit", () => {
	const tables = [...form.querySelectorAll("[data-table]:checked")].map((c) => Number(c.dataset.table));
	form.dataset.body = JSON.stringify(tables.length ? { tables } : {});
});
