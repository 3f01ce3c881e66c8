export { acceptInviteFor, findInviteOfLink } from './accept-invite.ts'
