const typeWidth = 40

/** Only what can be printed: texts come from elsewhere. */
// oxlint-disable-next-line no-control-regex -- these are what is taken out
const printable = (text) => text.replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ')

/** What the command says: a line for people, or an object for programs. */
export const tellerOf = (isJson, write = console.log) => {
  const tell = (value, text) => write(isJson ? JSON.stringify(value) : text)
  return {
    started: ({ secret, forward, token }) => {
      const { environment_id, environment_name } = token
      tell(
        { signing_secret: secret, forward, environment_id },
        [
          `Events of ${printable(environment_name)} go to ${forward}, signed with the secret`,
          `  ${secret}`,
          'Press r to send the last event again, Ctrl-C to stop.',
          '',
        ].join('\n'),
      )
    },
    delivery: ({ id, type }, { status, reason, ms }) =>
      tell(
        { id, type, status: status ?? null, ...(reason && { reason }), ms },
        `${new Date().toTimeString().slice(0, 8)}  ${printable(type).padEnd(typeWidth)}  ${status ?? 'failed'}  ${ms} ms  ${id}${reason ? `  ${printable(reason)}` : ''}`,
      ),
    note: (text) => tell({ note: text }, text),
    ended: ({ sent, taken, leftOut }) =>
      tell(
        { sent, taken, left_out: leftOut },
        `Sent ${sent}, of which ${taken} were taken.${leftOut > 0 ? ` Left out ${leftOut}.` : ''}`,
      ),
  }
}
