import { RadioGroup } from '@playhead/ui/choices/radio-group.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
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
import { ExportCreated } from './export-created.tsx'

const destinations = [
  { value: 'http', label: 'HTTP', description: 'A server of yours takes batches.' },
  { value: 's3', label: 'S3', description: 'Objects in a bucket of any S3-compatible storage.' },
] as const

interface CreateExportDialogProps {
  isOpen: boolean
  onClose: () => void
  environmentName: string
}

/** Shows the form, then the secret of an HTTP export; it is never shown again. */
export const CreateExportDialog = ({ environmentName, ...props }: CreateExportDialogProps) => {
  const create = useCall(streamingExports.create, {
    invalidates: [streamingExports.list],
    quiet: true,
  })
  const submit = (values: ExportValues) =>
    create.mutateAsync({
      body: {
        streamingExport:
          values.destination === 'http'
            ? { http: httpOf(values) }
            : { s3: { ...s3Of(values), secretAccessKey: values.secretAccessKey.trim() } },
      },
    })
  return (
    <FormDialog
      {...props}
      title="Create export"
      description={`It is sent every view of ${environmentName} that is finished from now on.`}
      minWidth={560}
      maxWidth={560}
      initial={emptyValues}
      validate={(values) => exportErrors(values)}
      submit={submit}
      submitLabel="Create export"
      onDone={() => toasts.show({ type: 'success', title: 'Export created' })}
      reveal={{
        title: 'Your new export',
        children: ({ data }, close) => <ExportCreated created={data} onContinue={close} />,
      }}
    >
      {(form) => (
        <>
          <RadioGroup
            label="Destination"
            direction="row"
            value={form.values.destination}
            onChange={(destination) => form.set('destination', destination)}
            options={destinations}
          />
          <ExportFields form={form} />
        </>
      )}
    </FormDialog>
  )
}
