import type { ReactNode } from 'react'
import { ConfirmDialog } from '@playhead/ui/overlays/confirm-dialog.tsx'
import { reloadSession } from '@playhead/web-kit/session/session-loader.ts'
import type { Factors } from './use-second-factor.ts'

export interface RemovalProps {
  factors: Factors
  onClose: () => void
}

const listFormat = new Intl.ListFormat('en-US')

/** What is deleted with the last factor. */
const Consequence = ({ factors }: { factors: Factors }) => {
  const count = factors.passkeys.length + (factors.authenticatorApp ? 1 : 0)
  if (count > 1) return null
  return (
    <p className="mt-2">
      It is your last second factor: your password alone will sign you in, and your recovery codes
      go as well.
      {factors.requiredBy.length > 0 &&
        ` ${listFormat.format(factors.requiredBy)} will stay closed to you until you set up another.`}
    </p>
  )
}

interface FrameProps extends RemovalProps {
  title: string
  onConfirm: () => unknown
  children: ReactNode
}

export const RemovalFrame = ({ factors, title, onClose, onConfirm, children }: FrameProps) => (
  <ConfirmDialog
    isDanger
    onClose={onClose}
    onConfirm={onConfirm}
    title={title}
    confirmLabel="Remove"
    onDone={() => void reloadSession()}
  >
    {children}
    <Consequence factors={factors} />
  </ConfirmDialog>
)
