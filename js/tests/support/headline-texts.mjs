/** Short invented reports, one for each language that has a model for headlines. */
export const TEXTS = {
  zh: "海蓝市交通局星期一宣布，旧港大桥将从五月起封闭半年，进行维修。四月的检查发现，两个桥墩出现裂缝。施工期间，公交车改走北坝，市政府还将开通免费渡轮。附近的居民说，他们盼望新桥早日通车。",
  en: "The town council of Marlow Bay voted on Monday to close the old swing bridge for six months. In April, engineers found cracks in two of its pillars. Buses will cross the river at the northern dam until the repairs are finished, and the council will pay for a free ferry. Shop owners near the harbour fear that customers will stay away.",
  fa: "شورای شهر بندر نیلوفر روز دوشنبه تصمیم گرفت پل قدیمی رودخانه را شش ماه برای تعمیر ببندد. مهندسان در ماه فروردین در دو پایه پل ترک دیده بودند. تا پایان کار، اتوبوس‌ها از سد شمالی می‌گذرند و شهرداری یک قایق رایگان به راه می‌اندازد. مغازه‌داران نگران کم شدن مشتری هستند.",
};
