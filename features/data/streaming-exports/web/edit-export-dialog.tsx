import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { streamingExports } from '../contract.ts'
import {
  emptyValues,
  exportErrors,
  ExportFields,
  type ExportValues,
  httpOf,
  s3Of,
} from './export-fields.tsx'
import type { ExportEntry } from './use-streaming-exports.ts'

interface EditExportDialogProps {
  entry: ExportEntry
  onClose: () => void
}

const valuesOf = ({ kind, destination, http, s3 }: ExportEntry): ExportValues => ({
  ...emptyValues,
  ...http,
  ...s3,
  kind,
  destination,
})

export const EditExportDialog = ({ entry, onClose }: EditExportDialogProps) => {
  const update = useCall(streamingExports.update, {
    invalidates: [streamingExports.list],
    quiet: true,
  })
  // Settings that were lost hold no secret either.
  const isSecretKept = entry.s3 !== null
  const submit = (values: ExportValues) => {
    const secretAccessKey = values.secretAccessKey.trim()
    return update.mutateAsync({
      params: { id: entry.id },
      body: {
        streamingExport:
          values.destination === 'http'
            ? { http: httpOf(values) }
            : { s3: { ...s3Of(values), ...(secretAccessKey && { secretAccessKey }) } },
      },
    })
  }
  return (
    <FormDialog
      onClose={onClose}
      title="Edit export"
      description="What was sent stays where it is; from now on rows go to the new place."
      minWidth={560}
      maxWidth={560}
      initial={valuesOf(entry)}
      validate={(values) => exportErrors(values, { isSecretKept })}
      submit={submit}
      doneToast="Export updated"
    >
      {(form) => <ExportFields form={form} isSecretKept={isSecretKept} />}
    </FormDialog>
  )
}
