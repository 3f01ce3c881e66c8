export { readLink, aMailbox } from '@playhead/testing/mailbox.ts'
