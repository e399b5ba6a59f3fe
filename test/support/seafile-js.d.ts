/** The little of the package that says of itself what it is; the rest is calls by name. */
declare module 'seafile-js' {
  export class SeafileAPI {
    init(options: {
      readonly server: string;
      readonly username?: string;
      readonly password?: string;
      readonly token?: string;
    }): SeafileAPI;
    login(): Promise<void>;
  }
}
