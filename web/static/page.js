// The page around the element: language and direction from the address, the title of each screen.
const element = document.querySelector('symptom-assessment');
const wish = new URLSearchParams(location.search);
if (wish.get('lang')) element.setAttribute('lang', wish.get('lang'));
if (/^(rtl|ltr)$/.test(wish.get('dir'))) document.documentElement.dir = wish.get('dir');
const title = document.title;
element.addEventListener('assessment-screen', (e) => {
  if (element.parentElement.children.length > 1) return; // embedded: the title belongs to the page around it
  document.title = e.detail.title + ' · ' + (e.detail.page || title);
  document.documentElement.lang = e.detail.lang;
});
