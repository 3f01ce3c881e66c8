import { tracks as endpoints } from '@playhead/features/video/tracks/contract'
import { urlError } from '@playhead/domain/field-rules.ts'
import { Button } from '@playhead/ui/button.tsx'
import { Checkbox } from '@playhead/ui/checkbox.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { Modal } from '@playhead/ui/modal.tsx'
import { SegmentedControl } from '@playhead/ui/segmented-control.tsx'
import { TextField } from '@playhead/ui/text-field.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import { useForm } from '@playhead/web-kit/form.ts'
import { useCall } from '@playhead/web-kit/query.ts'
import type { Asset } from '../asset-facts.ts'
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

const AddTrackForm = ({ asset, onClose }: Omit<AddTrackDialogProps, 'isOpen'>) => {
  const create = useCall(endpoints.create, { invalidates: invalidatedByTracks, quiet: true })
  const form = useForm({
    initial,
    validate,
    submit: ({ type, url, languageCode, name, closedCaptions }) =>
      create.mutateAsync({
        params: { id: asset.id },
        body: {
          type,
          url: url.trim(),
          languageCode: languageCode.trim(),
          ...(name.trim() && { name: name.trim() }),
          ...(type === 'text' && { textType: 'subtitles' as const, closedCaptions }),
        },
      }),
    onDone: () => {
      onClose()
      toasts.show({ type: 'success', title: 'Track added' })
    },
  })
  const { type, closedCaptions } = form.values
  return (
    <form {...form.formProps}>
      <Stack gap={3}>
        <SegmentedControl
          label="Kind of track"
          value={type}
          onChange={(next) => form.set('type', next)}
          options={kinds}
        />
        <TextField
          {...form.field('url')}
          label="Address of the file"
          type="url"
          placeholder="https://"
          description={
            type === 'text' ? 'Subtitles as WebVTT or SubRip.' : 'A sound file of the same length.'
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
        {type === 'text' && (
          <Checkbox
            isChecked={closedCaptions}
            onChange={(isChecked) => form.set('closedCaptions', isChecked)}
            description="They also tell of sounds, for people who don’t hear them."
          >
            Closed captions
          </Checkbox>
        )}
        {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isLoading={form.isSubmitting}>
            Add track
          </Button>
        </div>
      </Stack>
    </form>
  )
}

export const AddTrackDialog = ({ isOpen, ...props }: AddTrackDialogProps) => (
  <Modal isOpen={isOpen} onClose={props.onClose} title="Add a track">
    <AddTrackForm {...props} />
  </Modal>
)
