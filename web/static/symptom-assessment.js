// <symptom-assessment>: the whole client as one element. It talks to the back end that served this file.
//
// Attributes: lang (BCP 47; without it the browser's languages), dir (without it that of the language), name (shown
// on top), heading-level (of its headings, 1 without it).
// Event: assessment-screen, detail {title, lang}, whenever another screen is shown.
import { Assessment } from './assessment.js';

class SymptomAssessment extends HTMLElement {
  connectedCallback() {
    if (this.assessment) return;
    this.assessment = new Assessment(this, this.attachShadow({ mode: 'open' }), new URL('.', import.meta.url).href);
    this.assessment.begin();
  }
}

customElements.define('symptom-assessment', SymptomAssessment);
