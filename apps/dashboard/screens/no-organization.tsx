import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { useTitle } from '@playhead/web-kit/navigation/title.ts'
import { MessagePage } from './message-page.tsx'

/** SHELL-078 */
export const NoOrganization = () => {
  useTitle('No organization')
  return (
    <MessagePage
      title="No organization yet"
      isAlone
      actions={
        <>
          <LinkButton kind="primary" href="/create-organization">
            Create organization
          </LinkButton>
          <LinkButton href="/logout">Log out</LinkButton>
        </>
      }
    >
      You&apos;re not a member of an organization yet. Ask your administrator to invite you to the
      organization.
    </MessagePage>
  )
}
