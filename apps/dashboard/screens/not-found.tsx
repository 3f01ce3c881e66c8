import { Button } from '@playhead/ui/buttons/button.tsx'
import { LinkButton } from '@playhead/ui/buttons/link-button.tsx'
import { useTitle } from '@playhead/web-kit/navigation/title.ts'
import { MessagePage } from './message-page.tsx'

/** SHELL-088, SHELL-089, SHELL-090 */
export const NotFound = ({ isAlone }: { isAlone?: boolean }) => {
  useTitle('This page is unavailable')
  return (
    <MessagePage
      title="This page is unavailable"
      isAlone={isAlone}
      actions={
        <>
          <Button onClick={() => globalThis.history.back()}>Go back</Button>
          <LinkButton href="/">Return to dashboard</LinkButton>
        </>
      }
    >
      You may not have permission to view this page. Please check with your administrator.
    </MessagePage>
  )
}
