import { tracks as endpoints } from '@playhead/features/video/tracks/contract'
import { Button } from '@playhead/ui/button.tsx'
import { FormMessage } from '@playhead/ui/form-message.tsx'
import { Stack } from '@playhead/ui/layout.tsx'
import { Modal } from '@playhead/ui/modal.tsx'
import { TextField } from '@playhead/ui/text-field.tsx'
import { toasts } from '@playhead/ui/toast-store.ts'
import { useForm } from '@playhead/web-kit/form.ts'
import { useCall } from '@playhead/web-kit/query.ts'
import { assetLimits } from '../../contract.ts'
import type { Asset, Track } from '../asset-facts.ts'
import { invalidatedByTracks } from './tracks-tab.tsx'

interface RenameTrackDialogProps {
  asset: Asset
  track: Track
  onClose: () => void
}

export const RenameTrackDialog = ({ asset, track, onClose }: RenameTrackDialogProps) => {
  const update = useCall(endpoints.update, { invalidates: invalidatedByTracks, quiet: true })
  const form = useForm({
    initial: { name: track.name ?? '', languageCode: track.languageCode ?? '' },
    validate: ({ name }) => ({ name: name.trim() ? undefined : 'Name is required' }),
    submit: ({ name, languageCode }) =>
      update.mutateAsync({
        params: { id: asset.id, trackId: track.id },
        body: {
          name: name.trim(),
          ...(languageCode.trim() && { languageCode: languageCode.trim() }),
        },
      }),
    onDone: () => {
      onClose()
      toasts.show({ type: 'success', title: 'Track renamed' })
    },
  })
  return (
    <Modal isOpen onClose={onClose} title="Rename track">
      <form {...form.formProps}>
        <Stack gap={3}>
          <TextField
            {...form.field('name')}
            label="Name"
            maxLength={assetLimits.trackNameMax}
            autoComplete="off"
            autoFocus
          />
          <TextField {...form.field('languageCode')} label="Language" autoComplete="off" />
          {form.failure && <FormMessage tone="error">{form.failure}</FormMessage>}
          <div className="flex justify-end gap-2 pt-1">
            <Button onClick={onClose}>Cancel</Button>
            <Button kind="primary" type="submit" isLoading={form.isSubmitting}>
              Save
            </Button>
          </div>
        </Stack>
      </form>
    </Modal>
  )
}
