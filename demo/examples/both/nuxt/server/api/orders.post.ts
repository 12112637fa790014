export default defineEventHandler(async () => {
  const { id } = await useScudo().orders.create({ amount: '1999', currency: 'EUR', reference: 'SO-4711' });
  return { id };
});
