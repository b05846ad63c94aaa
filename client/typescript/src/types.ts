import type { components } from "./schema.js";

type S = components["schemas"];

export type Message = S["Message"];
export type Choice = S["Choice"];
export type Question = S["Question"];
export type Answer = S["Answer"];
export type ChatResponse = S["ChatResponse"];
export type LoginResponse = S["LoginResponse"];
export type TermsResponse = S["TermsResponse"];
export type AcceptResponse = S["AcceptResponse"];
export type Onboarding = AcceptResponse["onboarding_response"];
export type ReportResponse = S["ReportResponse"];
export type PatientReport = S["PatientReport"];
export type ReportReasons = S["ReportReasons"];
export type SearchResponse = S["SearchResponse"];
export type Article = S["Article"];
export type FeedbackRequest = S["FeedbackRequest"];
export type ConsultationRecord = S["Record"];
