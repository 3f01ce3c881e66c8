import { urlError } from '@playhead/domain/field-rules.ts'
import type { Asset } from '@playhead/features/video/assets/web'
import { Checkbox } from '@playhead/ui/choices/checkbox.tsx'
import { SegmentedControl } from '@playhead/ui/choices/segmented-control.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { tracks as endpoints } from '../contract.ts'
import { invalidatedByTracks } from './tracks-tab.tsx'

interface Values {
  type: 'text' | 'audio'
  url: string
  languageCode: string
  name: string
  closedCaptions: boolean
}

const initial: Values = {
  type: 'text',
  url: '',
  languageCode: '',
  name: '',
  closedCaptions: false,
}

const kinds = [
  { value: 'text', label: 'Text' },
  { value: 'audio', label: 'Audio' },
] as const

const validate = ({ url, languageCode }: Values) => ({
  url: url.trim() ? urlError(url.trim()) : 'The address of the file is required',
  languageCode: languageCode.trim() ? undefined : 'Language is required',
})

interface AddTrackDialogProps {
  asset: Asset
  isOpen: boolean
  onClose: () => void
}

export const AddTrackDialog = ({ asset, ...props }: AddTrackDialogProps) => {
  const create = useCall(endpoints.create, { invalidates: invalidatedByTracks, quiet: true })
  return (
    <FormDialog
      {...props}
      title="Add a track"
      initial={initial}
      validate={validate}
      submit={({ type, url, languageCode, name, closedCaptions }) =>
        create.mutateAsync({
          params: { id: asset.id },
          body: {
            type,
            url: url.trim(),
            languageCode: languageCode.trim(),
            ...(name.trim() && { name: name.trim() }),
            ...(type === 'text' && { textType: 'subtitles' as const, closedCaptions }),
          },
        })
      }
      submitLabel="Add track"
      doneToast="Track added"
    >
      {(form) => (
        <>
          <SegmentedControl
            label="Kind of track"
            value={form.values.type}
            onChange={(next) => form.set('type', next)}
            options={kinds}
          />
          <TextField
            {...form.field('url')}
            label="Address of the file"
            type="url"
            placeholder="https://"
            description={
              form.values.type === 'text'
                ? 'Subtitles as WebVTT, SubRip, TTML or SubStation Alpha (ASS).'
                : 'A sound file of the same length.'
            }
            autoComplete="off"
            autoFocus
          />
          <TextField
            {...form.field('languageCode')}
            label="Language"
            placeholder="en"
            description="A code such as en or pt-BR."
            autoComplete="off"
          />
          <TextField
            {...form.field('name')}
            label="Name"
            description="As players show it. Optional."
            autoComplete="off"
          />
          {form.values.type === 'text' && (
            <Checkbox
              isChecked={form.values.closedCaptions}
              onChange={(isChecked) => form.set('closedCaptions', isChecked)}
              description="They also describe sounds, for people who can’t hear them."
            >
              Closed captions
            </Checkbox>
          )}
        </>
      )}
    </FormDialog>
  )
}
