import { type ReactNode, useState } from 'react'
import { Modal } from '@playhead/ui/overlays/modal.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface CodesModalProps {
  title: string
  onClose: () => void
  /** Calls `onDone` with the recovery codes that the change returned; without any the dialog closes. */
  children: (onDone: (recoveryCodes: string[]) => void) => ReactNode
}

/** Recovery codes are shown once, so a click outside of the dialog does not close it. */
export const CodesModal = ({ title, onClose, children }: CodesModalProps) => {
  const [codes, setCodes] = useState<string[]>()
  return (
    <Modal
      isOpen
      onClose={onClose}
      isDismissable={!codes}
      maxWidth={480}
      title={codes ? 'Save your recovery codes' : title}
    >
      {codes ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : (
        children((made) => (made.length > 0 ? setCodes(made) : onClose()))
      )}
    </Modal>
  )
}
