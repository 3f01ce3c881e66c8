import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { useTitle } from '@playhead/web-kit/navigation/title.ts'
import { MessagePage } from './message-page.tsx'

/** SHELL-097 */
export const BadEnvironment = () => {
  useTitle('Invalid Environment Request')
  return (
    <MessagePage
      title="Invalid Environment Request"
      actions={<LinkButton href="/environments">Choose an environment</LinkButton>}
    >
      This environment does not exist or does not belong to the organization of this page.
    </MessagePage>
  )
}
