{{- define "anamnesis.labels" -}}
app.kubernetes.io/name: anamnesis
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}
{{- define "anamnesis.name" -}}
{{ printf "%s-anamnesis" .Release.Name | trunc 63 | trimSuffix "-" }}
{{- end }}
