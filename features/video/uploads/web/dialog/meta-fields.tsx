import { Stack } from '@playhead/ui/layout/layout.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { assetLimits } from '@playhead/features/video/assets/contract'
import type { UploadMeta } from '../queue/upload-machine.ts'

/** As people count: an emoji is one character. */
const isLonger = (text: string, max: number) => Array.from(text).length > max

/** UPLD-022, UPLD-024 */
const metaErrors = ({ title, creatorId, externalId }: UploadMeta) => ({
  ...(isLonger(title, assetLimits.titleMax) && { title: 'Title can only be 512 characters.' }),
  ...(isLonger(creatorId, assetLimits.creatorIdMax) && {
    creatorId: 'Creator ID can only be 128 characters.',
  }),
  ...(isLonger(externalId, assetLimits.externalIdMax) && {
    externalId: 'External ID can only be 128 characters.',
  }),
})

export const isMetaValid = (meta: UploadMeta) => Object.keys(metaErrors(meta)).length === 0

interface MetaFieldsProps {
  meta: UploadMeta
  onChange: (change: Partial<UploadMeta>) => void
}

export const MetaFields = ({ meta, onChange }: MetaFieldsProps) => {
  const errors: Partial<Record<keyof UploadMeta, string>> = metaErrors(meta)
  return (
    <Stack gap={3}>
      <TextField
        label="Title"
        value={meta.title}
        error={errors.title}
        onChange={(title) => onChange({ title })}
      />
      <TextField
        label="Creator ID"
        description="Who the video belongs to, as your own system names them."
        value={meta.creatorId}
        error={errors.creatorId}
        onChange={(creatorId) => onChange({ creatorId })}
      />
      <TextField
        label="External ID"
        description="Its ID in your own system."
        value={meta.externalId}
        error={errors.externalId}
        onChange={(externalId) => onChange({ externalId })}
      />
    </Stack>
  )
}
