import { betaCaptionLanguages, captionLanguages } from '@playhead/domain/video.ts'
import type { Asset, Track } from '@playhead/features/video/assets/web'
import { Select } from '@playhead/ui/choices/select.tsx'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { tracks as endpoints } from '../contract.ts'
import { trackName } from './track-columns.tsx'
import { invalidatedByTracks } from './tracks-tab.tsx'

type Language = (typeof captionLanguages)[number] | 'auto'
// A type, not an interface: the form's fields must be a record.
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
  /** The tracks with sound. */
  sound: readonly Track[]
  isOpen: boolean
  onClose: () => void
}

export const CaptionsDialog = ({ asset, sound, ...props }: CaptionsDialogProps) => {
  const generate = useCall(endpoints.generateSubtitles, {
    invalidates: invalidatedByTracks,
    quiet: true,
  })
  const initial: Choice = { trackId: sound[0]?.id ?? '', language: 'en', name: '' }
  return (
    <FormDialog
      {...props}
      title="Generate captions"
      initial={initial}
      submit={({ trackId, language, name }) =>
        generate.mutateAsync({
          params: { id: asset.id, trackId },
          body: {
            generatedSubtitles: [
              { languageCode: language, ...(name.trim() && { name: name.trim() }) },
            ],
          },
        })
      }
      submitLabel="Generate captions"
      doneToast="Captions are being made"
    >
      {(form) => (
        <>
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
        </>
      )}
    </FormDialog>
  )
}
