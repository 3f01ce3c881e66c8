export { linkIn, mailbox } from '@playhead/testing/mailbox.ts'
