import { RadioGroup } from '@playhead/ui/choices/radio-group.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { type ExportKind, streamingExports } from '../contract.ts'
import {
  emptyValues,
  exportErrors,
  ExportFields,
  type ExportValues,
  httpOf,
  s3Of,
} from './export-fields.tsx'
import { ExportCreated } from './export-created.tsx'
import { everyText, kindTexts } from './export-texts.ts'

const destinations = [
  { value: 'http', label: 'HTTP', description: 'Batches are sent to your own server.' },
  { value: 's3', label: 'S3', description: 'Objects in a bucket of any S3-compatible storage.' },
] as const

const choices = {
  viewstream: { label: kindTexts.viewstream.label, description: 'Each view once it is finished.' },
  livehealthstream: {
    label: kindTexts.livehealthstream.label,
    description: 'What encoders send, as a row every five seconds.',
  },
} as const

interface CreateExportDialogProps {
  isOpen: boolean
  onClose: () => void
  environmentName: string
  /** The kinds that the plan includes, at least one. */
  kinds: readonly ExportKind[]
}

/** Shows the form, then the secret of an HTTP export; it is never shown again. */
export const CreateExportDialog = ({
  environmentName,
  kinds,
  ...props
}: CreateExportDialogProps) => {
  const create = useCall(streamingExports.create, {
    invalidates: [streamingExports.list],
    quiet: true,
  })
  const submit = (values: ExportValues) =>
    create.mutateAsync({
      body: {
        streamingExport: {
          kind: values.kind,
          ...(values.destination === 'http'
            ? { http: httpOf(values) }
            : { s3: { ...s3Of(values), secretAccessKey: values.secretAccessKey.trim() } }),
        },
      },
    })
  return (
    <FormDialog
      {...props}
      title="Create export"
      description={`From now on ${everyText(kinds)} of ${environmentName} is sent there.`}
      minWidth={560}
      maxWidth={560}
      initial={{ ...emptyValues, kind: kinds[0]! }}
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
          {kinds.length > 1 && (
            <RadioGroup
              label="Type"
              direction="row"
              value={form.values.kind}
              onChange={(kind) => form.set('kind', kind)}
              options={kinds.map((kind) => ({ value: kind, ...choices[kind] }))}
            />
          )}
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
