{{- /* Only functions of Go's templates: the chart is rendered without Helm, too. */ -}}

{{- define "wakeline.labels" -}}
app.kubernetes.io/name: wakeline
    app.kubernetes.io/instance: {{ .Release.Name }}
    app.kubernetes.io/version: {{ printf "%q" .Values.image.tag }}
{{- end }}

{{- define "wakeline.image" -}}
{{ printf "%q" (printf "%s:%s" .Values.image.repository .Values.image.tag) }}
{{- end }}

{{- define "wakeline.pod" -}}
enableServiceLinks: false
      automountServiceAccountToken: false
      securityContext:
        runAsNonRoot: true
        # The user `node` of the image.
        runAsUser: 1000
        runAsGroup: 1000
        fsGroup: 1000
        seccompProfile: { type: RuntimeDefault }
      # Longer than WAKELINE_STOP_TIMEOUT_MS: answers on their way are completed.
      terminationGracePeriodSeconds: 30
      volumes:
        # Unfinished work and caches: everything else is in the database and the bucket.
        - name: data
          emptyDir: {}
{{- end }}

{{- define "wakeline.env" -}}
- name: DATABASE_URL
              valueFrom: { secretKeyRef: { name: {{ .Values.secrets.database }}, key: url } }
            - name: AWS_ACCESS_KEY_ID
              valueFrom: { secretKeyRef: { name: {{ .Values.secrets.storage }}, key: access-key-id } }
            - name: AWS_SECRET_ACCESS_KEY
              valueFrom: { secretKeyRef: { name: {{ .Values.secrets.storage }}, key: secret-access-key } }
            - name: BLOB_URL
              value: {{ printf "%q" .Values.blobUrl }}
            - name: WAKELINE_SITE_URL
              value: {{ printf "%q" (printf "https://%s" .Values.host) }}
            {{- range $name, $value := .Values.settings }}
            - name: {{ $name }}
              value: {{ printf "%q" $value }}
            {{- end }}
{{- end }}
