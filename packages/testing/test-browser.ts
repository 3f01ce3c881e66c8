import type { TestResponse, TestAppHandle, TestCall } from './test-app.ts'

/** A browser for tests: it stores cookies and sends them along. */
export const aBrowser = ({ call }: Pick<TestAppHandle, 'call'>) => {
  const cookies = new Map<string, string>()
  const send = async (path: string, given: TestCall = {}): Promise<TestResponse> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await call(path, {
      ...given,
      headers: { ...(cookie && { cookie }), ...given.headers },
    })
    for (const text of answer.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(text)!
      if (/max-age=0/i.test(text)) cookies.delete(name!)
      else cookies.set(name!, value!)
    }
    return answer
  }
  return {
    send,
    cookies,
    signIn: (email: string, password: string) =>
      send('/ui/v1/session', { body: { session: { email, password } } }),
    isSignedIn: async () => (await send('/ui/v1/session')).status === 200,
  }
}
