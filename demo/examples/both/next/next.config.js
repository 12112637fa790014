// The handler reads files of its own package, so it is not bundled.
export default { serverExternalPackages: ['scudo-checkout', '@libsql/client'] };
