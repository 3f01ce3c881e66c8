import { Button } from '@playhead/ui/buttons/button.tsx'
import { Card } from '@playhead/ui/layout/card.tsx'
import { PlusIcon } from '@playhead/ui/icons/icons.ts'
import { useToggle } from '@playhead/ui/overlays/toggle.ts'
import { lazyDialog } from '@playhead/web-kit/chunks/lazy-dialog.tsx'
import { useOrganization } from '@playhead/web-kit/session/use-session.ts'
import { AccessTokensTable } from './access-tokens-table.tsx'
import { useTokenList } from './use-token-list.ts'

const CreateTokenDialog = lazyDialog('CreateTokenDialog', () => import('./create-token-dialog.tsx'))

const AccessTokens = () => {
  const tokens = useTokenList()
  const creation = useToggle()
  return (
    <>
      <Card
        isFlush
        title="Access tokens"
        description="Programs use them to call the API of one environment."
        isFailing={tokens.list.isLoadingError}
        actions={
          <>
            <Button kind="ghost" onClick={tokens.toggleRevoked}>
              {tokens.isRevokedShown ? 'Hide revoked tokens' : 'Show revoked tokens'}
            </Button>
            <Button kind="primary" icon={<PlusIcon />} onClick={creation.open}>
              Generate new token
            </Button>
          </>
        }
      >
        <AccessTokensTable tokens={tokens} />
      </Card>
      <CreateTokenDialog isOpen={creation.isOpen} onClose={creation.close} />
    </>
  )
}

export const Screen = () => <AccessTokens key={useOrganization()?.id} />
