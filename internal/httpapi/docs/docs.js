// The page reads without this script; it adds a filter to the list of operations.
const input = document.getElementById("filter");
input.closest("label").hidden = false;
input.addEventListener("input", () => {
  const wanted = input.value.trim().toLowerCase();
  for (const item of document.querySelectorAll("nav li")) {
    item.hidden = wanted !== "" && !item.textContent.toLowerCase().includes(wanted);
  }
});
