import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { useTitle } from '@playhead/web-kit/navigation/title.ts'
import { MessagePage } from './message-page.tsx'

/** SHELL-034 */
export const AccountNotFound = () => {
  useTitle('Account not found')
  return (
    <MessagePage
      title="We can't find your account."
      isAlone
      actions={<LinkButton href="/logout">Log out</LinkButton>}
    />
  )
}
