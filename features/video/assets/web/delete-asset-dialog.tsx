import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { toasts } from '@playhead/ui/feedback/toast-store.ts'
import { concernsSession } from '@playhead/web-kit/errors/concerns-session.ts'
import { useNavigate } from '@playhead/web-kit/navigation/navigation.ts'
import { usePath } from '@playhead/web-kit/navigation/paths.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { assets } from '../contract.ts'
import { type Asset, titleOf } from './asset-facts.ts'

/** ASST-007 */
const sayFailure = () => {
  toasts.show({
    type: 'error',
    title: 'Asset Delete Failed',
    description:
      'We were unable to delete this asset at this time. Please contact support or try again later.',
  })
  return true
}

interface DeleteAssetDialogProps {
  asset: Asset
  isOpen: boolean
  onClose: () => void
}

/** ASST-006 */
export const DeleteAssetDialog = ({ asset, isOpen, onClose }: DeleteAssetDialogProps) => {
  const path = usePath()
  const navigate = useNavigate()
  const remove = useCall(assets.remove, {
    invalidates: [assets.list],
    handleError: (error) => !concernsSession(error) && sayFailure(),
  })
  const finish = () => {
    toasts.show({ type: 'success', title: 'Asset deleted' })
    navigate(path('video/assets'))
  }
  const confirm = () =>
    remove.mutateAsync({ params: { id: asset.id } }).then(finish, () => undefined)
  return (
    <ConfirmDialog
      isOpen={isOpen}
      isDanger
      onClose={() => !remove.isPending && onClose()}
      onConfirm={confirm}
      title={`Delete ${titleOf(asset)}?`}
      confirmLabel="Delete asset"
    >
      It stops playing at once wherever it is embedded, and its files, tracks and playback IDs are
      removed. This cannot be undone.
    </ConfirmDialog>
  )
}
