import { betaCaptionLanguages, captionLanguages } from '@playhead/domain/video.ts'
import { tracks as endpoints } from '@playhead/features/video/tracks/contract'
import { Button } from '@playhead/ui/button.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { Modal } from '@playhead/ui/modal.tsx'
import { Select } from '@playhead/ui/select.tsx'
import { TextField } from '@playhead/ui/text-field.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import { useForm } from '@playhead/web-kit/form.ts'
import { useCall } from '@playhead/web-kit/query.ts'
import type { Asset, Track } from '../asset-facts.ts'
import { trackName } from './track-columns.tsx'
import { invalidatedByTracks } from './tracks-tab.tsx'

type Language = (typeof captionLanguages)[number] | 'auto'
// A type, because fields of a form are a record.
type Choice = { trackId: string; language: Language; name: string }

const names = new Intl.DisplayNames(['en'], { type: 'language' })
const isBeta = (code: string) => betaCaptionLanguages.some((beta) => beta === code)

const languages: { value: Language; label: string }[] = [
  { value: 'auto', label: 'Detect the language' },
  ...captionLanguages.map((code) => ({
    value: code,
    label: `${names.of(code) ?? code}${isBeta(code) ? ' (beta)' : ''}`,
  })),
]

interface CaptionsDialogProps {
  asset: Asset
  /** The tracks that can be listened to. */
  sound: readonly Track[]
  isOpen: boolean
  onClose: () => void
}

const CaptionsForm = ({ asset, sound, onClose }: Omit<CaptionsDialogProps, 'isOpen'>) => {
  const generate = useCall(endpoints.generateSubtitles, {
    invalidates: invalidatedByTracks,
    quiet: true,
  })
  const initial: Choice = { trackId: sound[0]?.id ?? '', language: 'en', name: '' }
  const form = useForm({
    initial,
    submit: ({ trackId, language, name }) =>
      generate.mutateAsync({
        params: { id: asset.id, trackId },
        body: {
          generatedSubtitles: [
            { languageCode: language, ...(name.trim() && { name: name.trim() }) },
          ],
        },
      }),
    onDone: () => {
      onClose()
      toasts.show({ type: 'success', title: 'Captions are being made' })
    },
  })
  return (
    <form {...form.formProps}>
      <Stack gap={3}>
        {sound.length > 1 && (
          <Select
            {...form.field('trackId')}
            label="Listen to"
            options={sound.map((track) => ({ value: track.id, label: trackName(track) }))}
          />
        )}
        <Select {...form.field('language')} label="Spoken language" options={languages} />
        <TextField
          {...form.field('name')}
          label="Name"
          description="As players show it. Optional."
          autoComplete="off"
        />
        {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
        <div className="flex justify-end gap-2 pt-1">
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="primary" type="submit" isLoading={form.isSubmitting}>
            Generate captions
          </Button>
        </div>
      </Stack>
    </form>
  )
}

export const CaptionsDialog = ({ isOpen, ...props }: CaptionsDialogProps) => (
  <Modal isOpen={isOpen} onClose={props.onClose} title="Generate captions">
    <CaptionsForm {...props} />
  </Modal>
)
