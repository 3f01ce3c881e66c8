import { assetLimits } from '@playhead/features/video/assets/contract'
import type { Asset, Track } from '@playhead/features/video/assets/web'
import { TextField } from '@playhead/ui/fields/text-field.tsx'
import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { tracks as endpoints } from '../contract.ts'
import { invalidatedByTracks } from './tracks-tab.tsx'

interface RenameTrackDialogProps {
  asset: Asset
  track: Track
  onClose: () => void
}

export const RenameTrackDialog = ({ asset, track, onClose }: RenameTrackDialogProps) => {
  const update = useCall(endpoints.update, { invalidates: invalidatedByTracks, quiet: true })
  return (
    <FormDialog
      onClose={onClose}
      title="Rename track"
      initial={{ name: track.name ?? '', languageCode: track.languageCode ?? '' }}
      validate={({ name }) => ({ name: name.trim() ? undefined : 'Name is required' })}
      submit={({ name, languageCode }) =>
        update.mutateAsync({
          params: { id: asset.id, trackId: track.id },
          body: {
            name: name.trim(),
            ...(languageCode.trim() && { languageCode: languageCode.trim() }),
          },
        })
      }
      doneToast="Track renamed"
    >
      {(form) => (
        <>
          <TextField
            {...form.field('name')}
            label="Name"
            maxLength={assetLimits.trackNameMax}
            autoComplete="off"
            autoFocus
          />
          <TextField {...form.field('languageCode')} label="Language" autoComplete="off" />
        </>
      )}
    </FormDialog>
  )
}
