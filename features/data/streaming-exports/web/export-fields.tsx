import { urlError } from '@playhead/domain/field-rules.ts'
import { PasswordField } from '@playhead/ui/fields/password-field.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import type { Form } from '@playhead/web-kit/forms/form.ts'
import {
  bucketShape,
  exportTexts,
  prefixShape,
  regionShape,
  streamingExportLimits,
} from '../contract.ts'
import type { ExportEntry } from './use-streaming-exports.ts'

export interface ExportValues {
  kind: ExportEntry['kind']
  destination: ExportEntry['destination']
  address: string
  endpoint: string
  region: string
  bucket: string
  prefix: string
  accessKeyId: string
  secretAccessKey: string
}

export const emptyValues: ExportValues = {
  kind: 'viewstream',
  destination: 'http',
  address: '',
  endpoint: '',
  region: '',
  bucket: '',
  prefix: '',
  accessKeyId: '',
  secretAccessKey: '',
}

const shapeError = (shape: RegExp, text: string, message: string) =>
  shape.test(text) ? undefined : message

/** What can be said before anything is sent. */
export const exportErrors = (
  values: ExportValues,
  { isSecretKept = false } = {},
): Partial<Record<keyof ExportValues, string | undefined>> => {
  if (values.destination === 'http') return { address: urlError(values.address.trim()) }
  const isKeyMissing = (key: string) => (key.trim() ? undefined : exportTexts.key)
  return {
    endpoint: urlError(values.endpoint.trim()),
    region: shapeError(regionShape, values.region.trim(), exportTexts.region),
    bucket: shapeError(bucketShape, values.bucket.trim(), exportTexts.bucket),
    prefix: shapeError(prefixShape, values.prefix.trim(), exportTexts.prefix),
    accessKeyId: isKeyMissing(values.accessKeyId),
    secretAccessKey: isSecretKept ? undefined : isKeyMissing(values.secretAccessKey),
  }
}

export const httpOf = ({ address }: ExportValues) => ({ address: address.trim() })

export const s3Of = (values: ExportValues) => ({
  endpoint: values.endpoint.trim(),
  region: values.region.trim(),
  bucket: values.bucket.trim(),
  prefix: values.prefix.trim(),
  accessKeyId: values.accessKeyId.trim(),
})

interface FieldsProps {
  form: Form<ExportValues>
  isSecretKept?: boolean
}

const HttpFields = ({ form }: FieldsProps) => (
  <TextField
    {...form.field('address')}
    label="URL"
    description="Batches come as POST requests, signed like webhooks. Any 2xx answer within 60 seconds accepts them."
    placeholder="https://example.com/views"
    inputMode="url"
    autoComplete="off"
    maxLength={streamingExportLimits.addressMax}
  />
)

const S3Fields = ({ form, isSecretKept = false }: FieldsProps) => (
  <>
    <TextField
      {...form.field('endpoint')}
      label="Endpoint"
      placeholder="https://s3.eu-central-1.amazonaws.com"
      inputMode="url"
      autoComplete="off"
    />
    <div className="grid gap-3 md:grid-cols-2">
      <TextField
        {...form.field('region')}
        label="Region"
        placeholder="eu-central-1"
        autoComplete="off"
      />
      <TextField {...form.field('bucket')} label="Bucket" autoComplete="off" />
    </div>
    <TextField
      {...form.field('prefix')}
      label="Folder"
      description="Objects lie below it by day and hour. Empty for the whole bucket."
      placeholder="playhead/views"
      autoComplete="off"
      maxLength={streamingExportLimits.prefixMax}
    />
    <TextField
      {...form.field('accessKeyId')}
      label="Access key ID"
      description="It only needs s3:PutObject below the folder."
      autoComplete="off"
      isMono
    />
    <PasswordField
      {...form.field('secretAccessKey')}
      label="Secret access key"
      description={isSecretKept ? 'Leave it empty to keep the present one.' : undefined}
      autoComplete="new-password"
    />
  </>
)

export const ExportFields = (props: FieldsProps) =>
  props.form.values.destination === 'http' ? <HttpFields {...props} /> : <S3Fields {...props} />
