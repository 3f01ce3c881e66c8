import { formatDate } from '@playhead/domain/format.ts'
import { IconButton } from '@playhead/ui/buttons/icon-button.tsx'
import { PencilIcon, TrashIcon } from '@playhead/ui/icons/subject-icons.ts'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import type { Factors, Passkey } from './use-second-factor.ts'

const RenamePasskeyDialog = lazyDialog(
  'RenamePasskeyDialog',
  () => import('./rename-passkey-dialog.tsx'),
)
const RemovePasskeyDialog = lazyDialog(
  'RemovePasskeyDialog',
  () => import('./remove-passkey-dialog.tsx'),
)

const factsOf = ({ host, createdAt, lastUsedAt }: Passkey) =>
  [
    host !== location.hostname && `Only for ${host}`,
    `Added ${formatDate(createdAt)}`,
    lastUsedAt ? `last used ${formatDate(lastUsedAt)}` : 'never used so far',
  ]
    .filter(Boolean)
    .join(', ')

export const PasskeyRow = ({ passkey, factors }: { passkey: Passkey; factors: Factors }) => {
  const renaming = useToggle()
  const removal = useToggle()
  return (
    <li className="flex items-center gap-2 py-2">
      <div className="min-w-0 flex-1">
        <div className="truncate">{passkey.name}</div>
        <div className="text-sm text-ink-3">{factsOf(passkey)}</div>
      </div>
      <IconButton icon={<PencilIcon />} label={`Rename ${passkey.name}`} onClick={renaming.open} />
      {factors.canChange && (
        <IconButton icon={<TrashIcon />} label={`Remove ${passkey.name}`} onClick={removal.open} />
      )}
      {renaming.isOpen && <RenamePasskeyDialog passkey={passkey} onClose={renaming.close} />}
      {removal.isOpen && (
        <RemovePasskeyDialog passkey={passkey} factors={factors} onClose={removal.close} />
      )}
    </li>
  )
}
