/** Declared like the commands of the server, but it runs here: a developer with an access token needs no data folder. docs/adr/0079 */
export const listenCommand = {
  name: 'listen',
  summary: 'Send each event of an environment to an address of this machine, signed like a webhook',
  options: [
    {
      name: 'forward',
      summary: 'The address that gets the events, such as http://localhost:3000/hooks',
      required: true,
      kind: 'text',
    },
    {
      name: 'environment',
      summary: 'Id of the environment; checked, as the access token belongs to one',
      required: false,
      kind: 'text',
    },
    {
      name: 'types',
      summary: 'Only these types, separated by commas; video.asset.* and *.errored stand for many',
      required: false,
      kind: 'text',
    },
    {
      name: 'url',
      summary: 'Address of the server; MUX_BASE_URL, or http://localhost:4000',
      required: false,
      kind: 'text',
    },
    {
      name: 'token-id',
      summary: 'Id of the access token; MUX_TOKEN_ID. Its secret is read from MUX_TOKEN_SECRET',
      required: false,
      kind: 'text',
    },
  ],
}

/** Ends when the person stops it. The packages that it needs are loaded only here. */
export const runListen = async (options, isJson) => {
  const { listen } = await import('./listen.mjs')
  await listen(options, isJson)
}
