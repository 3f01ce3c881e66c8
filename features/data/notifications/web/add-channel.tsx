import { useState } from 'react'
import { Button } from '@playhead/ui/buttons/button.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useEnvironment } from '@playhead/web-kit/session/use-session.ts'
import type { MadeSecret } from './channel-secret-dialog.tsx'

const CreateChannelDialog = lazyDialog(
  'CreateChannelDialog',
  () => import('./create-channel-dialog.tsx'),
)
const ChannelSecretDialog = lazyDialog(
  'ChannelSecretDialog',
  () => import('./channel-secret-dialog.tsx'),
)

/** Inside the form of a rule: leaving the form would lose a rule that is not saved. */
export const AddChannel = () => {
  const environment = useEnvironment()
  const creation = useToggle()
  const [made, setMade] = useState<MadeSecret>()
  return (
    // React passes the submit event of a dialog to the form around it.
    <div onSubmit={(event) => event.stopPropagation()}>
      <Button size="sm" icon={<PlusIcon />} onClick={creation.open}>
        Add channel
      </Button>
      <CreateChannelDialog
        isOpen={creation.isOpen}
        onClose={creation.close}
        environmentName={environment?.name ?? 'the environment'}
        onSecret={setMade}
      />
      {made && (
        <ChannelSecretDialog
          made={made}
          title="Your new webhook"
          onClose={() => setMade(undefined)}
        />
      )}
    </div>
  )
}
