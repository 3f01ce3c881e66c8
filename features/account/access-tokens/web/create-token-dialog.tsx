import { useState } from 'react'
import { Modal } from '@playhead/ui/modal.tsx'
import { CreateTokenForm } from './create-token-form.tsx'
import { type CreatedToken, TokenSecret } from './token-secret.tsx'

interface CreateTokenDialogProps {
  isOpen: boolean
  onClose: () => void
}

/** Form, then the secret; only Continue leaves the secret, since it is never shown again. ACCT-072 */
export const CreateTokenDialog = ({ isOpen, onClose }: CreateTokenDialogProps) => {
  const [created, setCreated] = useState<CreatedToken>()
  const close = () => {
    onClose()
    setCreated(undefined)
  }
  return (
    <Modal
      isOpen={isOpen}
      onClose={close}
      isDismissable={!created}
      minWidth={560}
      title={created ? 'Your new access token' : 'Generate new token'}
    >
      {created ? (
        <TokenSecret token={created} onContinue={close} />
      ) : (
        <CreateTokenForm onCancel={close} onCreated={setCreated} />
      )}
    </Modal>
  )
}
