import { type ReactNode, useState } from 'react'
import { Modal } from '@playhead/ui/modal.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'

interface CodesModalProps {
  title: string
  onClose: () => void
  /** Takes the codes that a change came with; without any the dialog is done. */
  children: (onDone: (recoveryCodes: string[]) => void) => ReactNode
}

/** Recovery codes are shown once, so a click beside them does not close the dialog. */
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
