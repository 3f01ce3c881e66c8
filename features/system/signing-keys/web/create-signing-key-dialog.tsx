import { FormDialog } from '@playhead/web-kit/forms/form-dialog.tsx'
import { useCall } from '@playhead/web-kit/queries/query.ts'
import { signingKeys } from '../contract.ts'
import { PrivateKey } from './private-key.tsx'

interface CreateSigningKeyDialogProps {
  isOpen: boolean
  onClose: () => void
  environmentName: string
}

/** Only Continue closes the private key, because it is never shown again. ACCT-078 */
export const CreateSigningKeyDialog = ({
  environmentName,
  ...props
}: CreateSigningKeyDialogProps) => {
  const create = useCall(signingKeys.create, { invalidates: [signingKeys.list], quiet: true })
  return (
    <FormDialog
      {...props}
      title="Generate new key"
      minWidth={560}
      initial={{}}
      submit={() => create.mutateAsync()}
      submitLabel="Generate key"
      focused="submit"
      reveal={{
        title: 'Your new signing key',
        children: ({ data }, close) => <PrivateKey created={data} onContinue={close} />,
      }}
    >
      {() => (
        <p className="text-ink-2">
          The key opens every signed playback id of {environmentName}. Its private half is shown
          once and kept nowhere on this server.
        </p>
      )}
    </FormDialog>
  )
}
