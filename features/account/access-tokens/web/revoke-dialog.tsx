import { formatDate } from '@playhead/domain/format.ts'
import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { accessTokens } from '../contract.ts'
import type { Token } from './use-token-list.ts'

interface RevokeDialogProps {
  token: Token
  onClose: () => void
}

/** ACCT-060, ACCT-061 */
export const RevokeDialog = ({ token, onClose }: RevokeDialogProps) => {
  const revoke = useCall(accessTokens.revoke, { invalidates: [accessTokens.list], quiet: true })
  return (
    <ConfirmDialog
      isDanger
      onClose={onClose}
      onConfirm={() => revoke.mutateAsync({ params: { id: token.id } })}
      title="Are you sure?"
      confirmLabel="Revoke"
    >
      <p>This access token will become invalid for all users. This action cannot be undone.</p>
      <p className="mt-2 text-sm text-ink-3">
        {token.name},{' '}
        {token.lastUsedAt ? `last used ${formatDate(token.lastUsedAt)}` : 'never used so far'}
      </p>
    </ConfirmDialog>
  )
}
