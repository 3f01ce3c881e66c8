import { formatDate } from '@playhead/domain/format.ts'
import { ConfirmDialog } from '@playhead/ui/confirm-dialog.tsx'
import { useCall } from '@playhead/web-kit/query.ts'
import { accessTokens } from '../contract.ts'
import type { Token } from './use-token-list.ts'

interface RevokeDialogProps {
  token: Token
  onClose: () => void
}

/** ACCT-060, ACCT-061 */
export const RevokeDialog = ({ token, onClose }: RevokeDialogProps) => {
  const revoke = useCall(accessTokens.revoke, { invalidates: [accessTokens.list], quiet: true })
  const confirm = () =>
    revoke.mutateAsync({ params: { id: token.id } }).then(onClose, () => undefined)
  return (
    <ConfirmDialog
      isOpen
      isDanger
      onClose={onClose}
      onConfirm={confirm}
      title="Are you sure?"
      confirmLabel="Revoke"
      error={revoke.error?.message}
    >
      <p>This access token will become invalid for all users. This action cannot be undone.</p>
      <p className="mt-2 text-sm text-ink-3">
        {token.name},{' '}
        {token.lastUsedAt ? `last used ${formatDate(token.lastUsedAt)}` : 'never used so far'}
      </p>
    </ConfirmDialog>
  )
}
