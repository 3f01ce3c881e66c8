import { signIn } from '@playhead/features/account/sign-in/contract'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { Inline } from '@playhead/ui/layout/layout.tsx'
import { LogOutIcon } from '@playhead/ui/icons/subject-icons.ts'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useNavigate } from '@playhead/web-kit/navigation/navigation.ts'
import { useCall } from '@playhead/web-kit/queries/query.ts'

const ConfirmDialog = lazyDialog(
  'ConfirmDialog',
  () => import('@playhead/ui/overlays/confirm-dialog.tsx'),
)

export const SignedInCard = ({ email }: { email: string }) => {
  const navigate = useNavigate()
  const confirmation = useToggle()
  const signOutEverywhere = useCall(signIn.removeAll)
  const leave = () => navigate('/logout')
  const confirm = () => signOutEverywhere.mutateAsync().then(leave, () => undefined)
  return (
    <Card title="Signed in" description={`As ${email}.`}>
      <Inline gap={2}>
        <Button icon={<LogOutIcon />} onClick={leave}>
          Log out
        </Button>
        <Button kind="ghost" onClick={confirmation.open}>
          Sign out everywhere
        </Button>
      </Inline>
      <ConfirmDialog
        isOpen={confirmation.isOpen}
        onClose={confirmation.close}
        onConfirm={confirm}
        title="Sign out everywhere?"
        confirmLabel="Sign out everywhere"
      >
        You will be signed out on every device and in every browser, this one included. Access
        tokens keep working.
      </ConfirmDialog>
    </Card>
  )
}
